/**
 * What names and describes a large value: a content of any size that is stored beside an entity,
 * sent and received as a stream.
 *
 * <p>{@link io.weir.client.WeirValues} is the door. {@link io.weir.client.value.ValueName} names a
 * value, {@link io.weir.client.value.ValueHead} describes the stored version. An upload consists of
 * {@link io.weir.client.value.UploadTerms}, which are sent when it begins, and of a
 * {@link io.weir.client.value.ValueSource}, which can be read from any offset.
 * {@link io.weir.client.value.UploadEnd} says how it ended.
 *
 * <p>Invariants: a download is of one version, or fails; its bytes come in order, each once,
 * however often the connection breaks. An upload becomes the value as a whole, or not at all; the
 * service compares its SHA-256. Its stored part outlives the client and the service, so another
 * client with the same content can finish it.
 *
 * <p>Immutable values. Threads: any.
 */
@NullMarked
package io.weir.client.value;

import org.jspecify.annotations.NullMarked;
