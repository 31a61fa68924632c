/* Bytes taken for requests or answers of HTTP, and for an address. */
#include "http_parser.h"

static int note(http_parser *parser) { return parser->content_length == 7; }

static int bytes(http_parser *parser, const char *at, size_t length) {
    (void)parser;
    return length > 0 && *at == '!';
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    http_parser parser;
    http_parser_settings settings;
    struct http_parser_url url;
    if (size == 0)
        return 0;
    http_parser_settings_init(&settings);
    settings.on_message_begin = settings.on_headers_complete = settings.on_message_complete = note;
    settings.on_chunk_header = settings.on_chunk_complete = note;
    settings.on_url = settings.on_status = settings.on_header_field = settings.on_header_value = settings.on_body = bytes;
    const char *text = (const char *)data + 1;
    if (data[0] & 4) {
        http_parser_url_init(&url);
        http_parser_parse_url(text, size - 1, data[0] & 1, &url);
        return 0;
    }
    http_parser_init(&parser, (enum http_parser_type)(data[0] % 3));
    http_parser_execute(&parser, &settings, text, size - 1);
    http_parser_execute(&parser, &settings, text, 0);
    return 0;
}
