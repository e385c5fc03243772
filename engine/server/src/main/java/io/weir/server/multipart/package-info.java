/**
 * The syntax of {@code multipart/mixed} bodies that hold HTTP messages, as entity group transactions use it; it knows nothing of what
 * the messages say. Source: RFC 2046, section 5.1, and RFC 9112, section 2.
 *
 * <p>What public clients write is taken although it is not of the letter: lines that end in a bare line feed, blank lines before the
 * first boundary and between headers and body, a last boundary without its two hyphens.
 *
 * <p>{@link io.weir.server.multipart.MultipartReader} takes a body apart, {@link io.weir.server.multipart.EmbeddedRequest} reads what is in a part,
 * {@link io.weir.server.multipart.MultipartWriter} writes answers.
 *
 * <p>Threads: any; parsing allocates views of the body, not copies. Failures: {@code InvalidInput}, naming what was expected. The work
 * is linear in the length of the body, whatever it holds.
 */
@NullMarked
package io.weir.server.multipart;

import org.jspecify.annotations.NullMarked;
