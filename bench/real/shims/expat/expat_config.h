/* What expat's configure would write, without a source of randomness: the driver sets the salt. */
#define BYTEORDER 1234
#define XML_CONTEXT_BYTES 1024
#define XML_DTD 1
#define XML_NS 1
#define XML_POOR_ENTROPY 1
