/**
 * Small XML documents, which the protocol uses for settings. A document is read into a tree of elements and written from one.
 *
 * <p>No other package uses the platform's XML parser. {@link io.weir.server.xml.Element#parse} rejects document types and entities, and
 * limits depth, number of elements and length.
 *
 * <p>Threads: any; nothing is kept between calls. Failures: {@code InvalidXmlDocument} for a malformed document,
 * {@code InvalidXmlNodeValue} for an element with an invalid text. The facts name the element.
 */
@NullMarked
package io.weir.server.xml;

import org.jspecify.annotations.NullMarked;
