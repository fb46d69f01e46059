/*
 * floor: what the work costs at least, to measure against.
 *
 *     floor FILE            parse and hash the bundles of FILE
 *     floor --parse FILE    parse any NDJSON, hash nothing
 *
 * The parse is simdjson's parse_many over the whole file in memory, on one thread; the
 * values are not looked at, and the parser is used again, as one would do it. The hash is
 * OpenSSL's SHA-256, the method fetched once and one context used again, over the RFC 8785
 * text of the identity body of every manifest of every line, without memo. These texts are
 * made before the clock starts, by a small canonicaliser of this file, and are proved right
 * first: protocolDigest and environmentDigest of each run must come out, or the program
 * fails. Reading the file is not timed. Each part is done PASSES times and the median is
 * told, in processor time, so that other work on the machine does not count.
 *
 * Output, one `name value` a line: implementation (of simdjson), bytes, documents,
 * parse_seconds; with hashing also manifests, canonical_bytes, hash_seconds, seconds.
 */
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>
#include <string_view>
#include <vector>

#include <openssl/evp.h>
#include <simdjson.h>

namespace dom = simdjson::dom;

static const int PASSES = 15;

[[noreturn]] static void fail(const char *text)
{
    std::fprintf(stderr, "floor: %s\n", text);
    std::exit(2);
}

/* UTF-16 order on UTF-8 text: as bytes, but what UTF-16 writes as surrogates (first byte
 * 0xf0 and above) sorts below U+E000 to U+FFFF (first byte 0xee and 0xef). */
static bool name_less(std::string_view a, std::string_view b)
{
    auto differ = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
    if (differ.first == a.end() || differ.second == b.end())
        return a.size() < b.size();
    unsigned char x = static_cast<unsigned char>(*differ.first);
    unsigned char y = static_cast<unsigned char>(*differ.second);
    if (x >= 0xee && y >= 0xee && (x >= 0xf0) != (y >= 0xf0))
        return x >= 0xf0;
    return x < y;
}

static void string_write(std::string &out, std::string_view text)
{
    out += '"';
    for (char c : text) {
        static const char plain[] = "\b\t\n\f\r\"\\", named[] = "btnfr\"\\";
        const char *at = c ? std::strchr(plain, c) : nullptr;
        if (at) {
            out += '\\';
            out += named[at - plain];
        } else if (static_cast<unsigned char>(c) < 0x20) {
            char escape[8];
            std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned>(c));
            out += escape;
        } else {
            out += c;
        }
    }
    out += '"';
}

/* ECMAScript's Number::toString, from the shortest digits that to_chars finds. */
static void number_write(std::string &out, double value)
{
    char text[40];
    char *end = std::to_chars(text, text + sizeof text - 1, std::abs(value),
                              std::chars_format::scientific)
                    .ptr;
    *end = '\0';
    char *exponent = std::strchr(text, 'e');
    int point = std::atoi(exponent + 1) + 1;
    std::string digits(text, exponent);
    if (digits.size() > 1)
        digits.erase(1, 1);
    int len = static_cast<int>(digits.size());

    if (value < 0)
        out += '-';
    if (value == 0) {
        out += '0';
    } else if (len <= point && point <= 21) {
        out += digits.append(static_cast<std::size_t>(point - len), '0');
    } else if (0 < point && point <= 21) {
        out += digits.insert(static_cast<std::size_t>(point), ".");
    } else if (-6 < point && point <= 0) {
        out.append("0.").append(static_cast<std::size_t>(-point), '0').append(digits);
    } else {
        out += len > 1 ? digits.insert(1, ".") : digits;
        out += point > 0 ? "e+" : "e-";
        out += std::to_string(std::abs(point - 1));
    }
}

static void value_write(std::string &out, dom::element value)
{
    const char *separator = "";
    switch (value.type()) {
    case dom::element_type::OBJECT: {
        std::vector<dom::key_value_pair> members;
        for (dom::key_value_pair member : dom::object(value))
            members.push_back(member);
        std::sort(members.begin(), members.end(),
                  [](auto &a, auto &b) { return name_less(a.key, b.key); });
        out += '{';
        for (auto &member : members) {
            out += separator;
            string_write(out, member.key);
            out += ':';
            value_write(out, member.value);
            separator = ",";
        }
        out += '}';
        break;
    }
    case dom::element_type::ARRAY:
        out += '[';
        for (dom::element item : dom::array(value)) {
            out += separator;
            value_write(out, item);
            separator = ",";
        }
        out += ']';
        break;
    case dom::element_type::STRING:
        string_write(out, value.get_string());
        break;
    case dom::element_type::BOOL:
        out += bool(value) ? "true" : "false";
        break;
    case dom::element_type::NULL_VALUE:
        out += "null";
        break;
    default:
        number_write(out, value.get_double());
    }
}

/* SHA-256 by one method and one context, both made once. */
struct Hash {
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    unsigned char bytes[EVP_MAX_MD_SIZE];

    Hash()
    {
        if (!context || !EVP_DigestInit_ex(context, EVP_sha256(), nullptr))
            fail("no SHA-256");
    }
    ~Hash()
    {
        EVP_MD_CTX_free(context);
    }
    Hash(const Hash &) = delete;
    Hash &operator=(const Hash &) = delete;

    void digest(const char *text, std::size_t len)
    {
        if (!EVP_DigestInit_ex(context, nullptr, nullptr) ||
            !EVP_DigestUpdate(context, text, len) ||
            !EVP_DigestFinal_ex(context, bytes, nullptr))
            fail("SHA-256 failed");
    }
};

/* The canonical texts of all manifests, one after the other. */
struct Bodies {
    std::string text;
    std::vector<std::size_t> ends;
};

static void body_add(Bodies &bodies, dom::element manifest)
{
    bodies.text += "{\"apiVersion\":";
    value_write(bodies.text, manifest["apiVersion"]);
    bodies.text += ",\"kind\":";
    value_write(bodies.text, manifest["kind"]);
    bodies.text += ",\"spec\":";
    value_write(bodies.text, manifest["spec"]);
    bodies.text += '}';
    bodies.ends.push_back(bodies.text.size());
}

/* Fail unless the body added last has the digest that the run declares. */
static void body_prove(const Bodies &bodies, Hash &hash, std::string_view declared)
{
    std::size_t last = bodies.ends.size() - 1;
    std::size_t start = last ? bodies.ends[last - 1] : 0;
    std::string text = "sha256:";

    hash.digest(bodies.text.data() + start, bodies.ends[last] - start);
    for (int i = 0; i < 32; i++) {
        char digits[4];
        std::snprintf(digits, sizeof digits, "%02x", hash.bytes[i]);
        text += digits;
    }
    if (text != declared)
        fail("a digest of the input does not come out");
}

static dom::document_stream documents_open(dom::parser &parser,
                                           const simdjson::padded_string &file)
{
#ifdef SIMDJSON_THREADS_ENABLED
    parser.threaded = false;
#endif
    dom::document_stream stream;
    if (parser.parse_many(file).get(stream))
        fail("cannot parse");
    return stream;
}

static std::size_t documents_parse(dom::parser &parser, const simdjson::padded_string &file)
{
    std::size_t count = 0;
    dom::document_stream stream = documents_open(parser, file);
    for (auto document : stream) {
        if (document.error())
            fail(simdjson::error_message(document.error()));
        count++;
    }
    return count;
}

static void bodies_make(Bodies &bodies, const simdjson::padded_string &file)
{
    Hash hash;
    dom::parser parser;
    dom::document_stream stream = documents_open(parser, file);
    for (auto document : stream) {
        dom::element run = document["run"];
        body_add(bodies, run);
        body_add(bodies, document["protocol"]);
        body_prove(bodies, hash, run["spec"]["protocolDigest"]);
        body_add(bodies, document["environment"]);
        body_prove(bodies, hash, run["spec"]["environmentDigest"]);
    }
}

static void bodies_hash(const Bodies &bodies)
{
    Hash hash;
    std::size_t start = 0;
    for (std::size_t end : bodies.ends) {
        hash.digest(bodies.text.data() + start, end - start);
        start = end;
    }
}

static double seconds_now()
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

/* The median of the seconds that `work` takes. */
template <typename Work> static double seconds_of(Work work)
{
    std::vector<double> seconds;
    for (int i = 0; i < PASSES; i++) {
        double start = seconds_now();
        work();
        seconds.push_back(seconds_now() - start);
    }
    std::sort(seconds.begin(), seconds.end());
    return seconds[PASSES / 2];
}

int main(int argc, char **argv)
{
    bool parse_only = argc == 3 && std::strcmp(argv[1], "--parse") == 0;
    if (argc != 2 && !parse_only)
        fail("usage: floor [--parse] FILE");
    simdjson::padded_string file;
    if (simdjson::padded_string::load(argv[argc - 1]).get(file))
        fail("cannot read the file");

    dom::parser parser;
    std::size_t documents = 0;
    double parse = seconds_of([&] { documents = documents_parse(parser, file); });
    std::printf("implementation %s\nbytes %zu\ndocuments %zu\nparse_seconds %.6f\n",
                simdjson::get_active_implementation()->name().c_str(), file.size(),
                documents, parse);
    if (parse_only)
        return 0;
    Bodies bodies;
    bodies_make(bodies, file);
    double hash = seconds_of([&] { bodies_hash(bodies); });
    std::printf("manifests %zu\ncanonical_bytes %zu\nhash_seconds %.6f\nseconds %.6f\n",
                bodies.ends.size(), bodies.text.size(), hash, parse + hash);
    return 0;
}
