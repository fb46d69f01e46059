#include <config.h>

#include "record/digest.h"

#include "base/diag.h"
#include "base/mem.h"
#include "base/word.h"

#include <openssl/evp.h>

#include <stdlib.h>

static const char prefix[] = "sha256:";
enum { PREFIX_LENGTH = sizeof prefix - 1 };

struct digester {
    EVP_MD_CTX *context;
};

struct digester *digester_new(void)
{
    struct digester *digester = mem_alloc(sizeof *digester);

    digester->context = EVP_MD_CTX_new();
    if (digester->context == NULL ||
        EVP_DigestInit_ex(digester->context, EVP_sha256(), NULL) != 1)
        diag_fatal("OpenSSL offers no SHA-256");
    return digester;
}

void digester_free(struct digester *digester)
{
    if (digester == NULL)
        return;
    EVP_MD_CTX_free(digester->context);
    free(digester);
}

void digester_hash(struct digester *digester, const char *data, size_t length,
                   struct digest *digest)
{
    /* A NULL type reuses the algorithm of digester_new. OpenSSL fails here only if it is
     * out of memory. */
    if (EVP_DigestInit_ex(digester->context, NULL, NULL) != 1 ||
        EVP_DigestUpdate(digester->context, data, length) != 1 ||
        EVP_DigestFinal_ex(digester->context, digest->bytes, NULL) != 1)
        diag_memory_exhausted();
}

/* Text is converted sixteen digits at a time, for eight bytes of a digest: a word of bytes
 * is spread to two words of half-bytes, or gathered from them. */

/* The half-bytes of the four bytes in WORD as eight bytes, high ones first. */
static uint64_t spread(uint64_t word)
{
    word = (word | word << 16) & UINT64_C(0x0000ffff0000ffff);
    word = (word | word << 8) & UINT64_C(0x00ff00ff00ff00ff);
    return (word >> 4 & UINT64_C(0x000f000f000f000f)) |
           (word & UINT64_C(0x000f000f000f000f)) << 8;
}

static uint64_t gather(uint64_t word)
{
    word = (word << 4 | word >> 8) & UINT64_C(0x00ff00ff00ff00ff);
    word = (word | word >> 8) & UINT64_C(0x0000ffff0000ffff);
    return (word | word >> 16) & UINT64_C(0xffffffff);
}

/* The digits of eight half-bytes: add "0" to each, and from 10 on the distance to "a". */
static uint64_t spell(uint64_t word)
{
    uint64_t letters = (word + WORD_OF(6)) >> 4 & WORD_OF(1);

    return word + WORD_OF('0') + letters * ('a' - '0' - 10);
}

/* The values of eight characters, if they are hex digits in lower case. */
static uint64_t read_digits(uint64_t word)
{
    uint64_t letters = word >> 6 & WORD_OF(1);

    return (word & WORD_OF(15)) + letters * 9;
}

void digest_text(const struct digest *digest, char text[DIGEST_TEXT_LENGTH])
{
    const char *bytes = (const char *)digest->bytes;

    memcpy(text, prefix, PREFIX_LENGTH);
    text += PREFIX_LENGTH;
    for (int i = 0; i < DIGEST_SIZE; i += 8) {
        uint64_t word = word_load(bytes + i);

        word_store(text + 2 * i, spell(spread(word & UINT64_C(0xffffffff))));
        word_store(text + 2 * i + 8, spell(spread(word >> 32)));
    }
}

void digest_write(struct writer *writer, const char *name, const struct digest *digest)
{
    char text[DIGEST_TEXT_LENGTH];

    digest_text(digest, text);
    writer_name(writer, name);
    writer_plain(writer, (struct view){text, sizeof text});
}

bool digest_parse(struct view text, struct digest *digest)
{
    char bytes[DIGEST_SIZE];
    uint64_t wrong = 0;

    if (text.length != DIGEST_TEXT_LENGTH || memcmp(text.data, prefix, PREFIX_LENGTH) != 0)
        return false;
    for (int i = 0; i < DIGEST_SIZE; i += 8) {
        uint64_t first = word_load(text.data + PREFIX_LENGTH + 2 * i);
        uint64_t second = word_load(text.data + PREFIX_LENGTH + 2 * i + 8);
        uint64_t first_digits = read_digits(first);
        uint64_t second_digits = read_digits(second);

        /* A value of any other character does not have that character as its digit. */
        wrong |= ((first_digits | second_digits) & ~WORD_OF(15)) |
                 (spell(first_digits & WORD_OF(15)) ^ first) |
                 (spell(second_digits & WORD_OF(15)) ^ second);
        word_store(bytes + i, gather(first_digits & WORD_OF(15)) |
                                  gather(second_digits & WORD_OF(15)) << 32);
    }
    if (wrong != 0)
        return false;
    memcpy(digest->bytes, bytes, sizeof bytes);
    return true;
}

bool digest_read(const struct document *document, uint32_t node, const char *name,
                 struct digest *digest)
{
    uint32_t member = document_member(document, node, name);

    return digest_parse(document_text(document, member), digest);
}
