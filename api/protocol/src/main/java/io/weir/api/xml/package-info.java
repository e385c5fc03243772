/**
 * Small XML documents, which the protocol uses for settings and for messages of queues, for both
 * ends of the wire. A document is read into a tree of elements and written from one.
 * {@link io.weir.api.xml.MessageXml} and {@link io.weir.api.xml.QueueXml} know the documents of
 * queues.
 *
 * <p>No other package uses the platform's XML parser. {@link io.weir.api.xml.Element#parse} rejects
 * document types and entities, and limits depth, number of elements and length.
 *
 * <p>Threads: any; nothing is kept between calls. Failures: {@code InvalidXmlDocument} for a
 * malformed document, {@code InvalidXmlNodeValue} for an element with an invalid text. The facts
 * name the element.
 */
@NullMarked
package io.weir.api.xml;

import org.jspecify.annotations.NullMarked;
