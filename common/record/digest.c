#include <config.h>

#include "record/digest.h"

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

void digest_text(const struct digest *digest, char text[DIGEST_TEXT_LENGTH])
{
    static const char hex[] = "0123456789abcdef";

    memcpy(text, prefix, PREFIX_LENGTH);
    text += PREFIX_LENGTH;
    for (int i = 0; i < DIGEST_SIZE; i++) {
        *text++ = hex[digest->bytes[i] >> 4];
        *text++ = hex[digest->bytes[i] & 15];
    }
}

/* The value of a hex digit in lower case; NOT_HEX for any other byte. */
enum { NOT_HEX = 0x80 };

static unsigned hex_value(char byte)
{
    unsigned digit = (unsigned)(unsigned char)byte - '0';
    unsigned letter = (unsigned)(unsigned char)byte - 'a';

    return digit < 10 ? digit : letter < 6 ? letter + 10 : NOT_HEX;
}

bool digest_parse(struct view text, struct digest *digest)
{
    const char *at = text.data + PREFIX_LENGTH;
    unsigned seen = 0;

    if (text.length != DIGEST_TEXT_LENGTH || memcmp(text.data, prefix, PREFIX_LENGTH) != 0)
        return false;
    /* Without branches, so that a compiler can take several digits at a time. */
    for (int i = 0; i < DIGEST_SIZE; i++) {
        unsigned high = hex_value(at[2 * i]);
        unsigned low = hex_value(at[2 * i + 1]);

        seen |= high | low;
        digest->bytes[i] = (unsigned char)(high << 4 | low);
    }
    return (seen & NOT_HEX) == 0;
}
