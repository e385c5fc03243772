/**
 * The service properties of an account: what is to be logged and measured, and which web pages of others may ask.
 *
 * <p>{@link io.weir.server.properties.ServiceProperties} reads what a request sets and writes what one gets; {@link
 * io.weir.server.properties.StoredProperties} keeps them in the account's settings, each section as a text of its own, so that a
 * request which leaves a section out leaves it as it was. Rules for other origins are enforced by {@link io.weir.server.cors};
 * logging and metrics settings are kept and told, and change nothing: this service logs and measures as its operator says.
 *
 * <p>Threads: any. Failures: those of {@link io.weir.server.xml}. Source: the public documentation, "Set Table Service Properties".
 */
@NullMarked
package io.weir.server.properties;

import org.jspecify.annotations.NullMarked;
