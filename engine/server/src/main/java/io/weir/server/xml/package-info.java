/**
 * Small XML documents, as the protocol uses them for settings: read whole into elements, written from them.
 *
 * <p>The only home of the platform's XML parser. {@link io.weir.server.xml.Element#parse} refuses document types, and with them
 * entities of every kind, before anything is done with them; depth, number of elements and length are bounded.
 *
 * <p>Threads: any; nothing is kept between calls. Failures: {@code InvalidXmlDocument} for what is not of the form, {@code
 * InvalidXmlNodeValue} for an element whose text is not what it should be; the facts name the element.
 */
@NullMarked
package io.weir.server.xml;

import org.jspecify.annotations.NullMarked;
