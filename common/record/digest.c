#include <config.h>

#include "record/digest.h"

#include "json/word.h"

#include "base/diag.h"
#include "base/mem.h"

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
        EVP_DigestInit_ex(digester->context, EVP_sha256(), NULL) != 1) {
        digester_free(digester);
        return NULL;
    }
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
    /* A NULL type keeps the algorithm fetched in digester_new. OpenSSL fails here only
     * where it has no memory. */
    if (EVP_DigestInit_ex(digester->context, NULL, NULL) != 1 ||
        EVP_DigestUpdate(digester->context, data, length) != 1 ||
        EVP_DigestFinal_ex(digester->context, digest->bytes, NULL) != 1)
        diag_memory_exhausted();
}

/* Eight hex digits, the first one lowest, of the eight half-bytes in WORD: "0" is added to
 * each, and what is beyond "9" moves on to "a". */
static uint64_t spell(uint64_t word)
{
    uint64_t letters = (word + WORD_OF(6)) >> 4 & WORD_OF(1);

    return word + WORD_OF('0') + letters * ('a' - '0' - 10);
}

void digest_text(const struct digest *digest, char text[DIGEST_TEXT_LENGTH])
{
    memcpy(text, prefix, PREFIX_LENGTH);
    text += PREFIX_LENGTH;
    for (int i = 0; i < DIGEST_SIZE; i += 4) {
        const unsigned char *byte = digest->bytes + i;
        uint64_t word = 0;

        for (int j = 3; j >= 0; j--)
            word = word << 16 | (uint64_t)(byte[j] & 15) << 8 | byte[j] >> 4;
        word_store(text + 2 * i, spell(word));
    }
}

/* The half-bytes that eight characters stand for, if they are hex digits in lower case. */
static uint64_t read_digits(uint64_t word)
{
    uint64_t letters = word >> 6 & WORD_OF(1);

    return (word & WORD_OF(15)) + letters * 9;
}

bool digest_parse(struct view text, struct digest *digest)
{
    uint64_t wrong = 0;

    if (text.length != DIGEST_TEXT_LENGTH || memcmp(text.data, prefix, PREFIX_LENGTH) != 0)
        return false;
    for (int i = 0; i < DIGEST_SIZE; i += 4) {
        uint64_t word = word_load(text.data + PREFIX_LENGTH + 2 * i);
        uint64_t digits = read_digits(word);

        /* What is no digit in lower case is not spelt like that again. */
        wrong |= (digits & ~WORD_OF(15)) | (spell(digits & WORD_OF(15)) ^ word);
        for (int j = 0; j < 4; j++) {
            digest->bytes[i + j] = (unsigned char)((digits & 15) << 4 | (digits >> 8 & 15));
            digits >>= 16;
        }
    }
    return wrong == 0;
}
