/**
 * Carries out operations in the dialect that the service speaks: streaming, or REST. Internal to the client: not an API.
 *
 * <p>{@link io.weir.client.dialect.Dialects} makes single attempts. {@code StreamingTables} speaks the streaming dialect, {@link
 * io.weir.client.rest.RestTables} the other. {@link io.weir.client.dialect.DialectProbe} finds out which of them the service knows. {@link
 * io.weir.client.dialect.ResumingStream} continues a stream after its connection was lost.
 *
 * <p>Threads: any; answers are read on the loop of their connection.
 */
@NullMarked
package io.weir.client.dialect;

import org.jspecify.annotations.NullMarked;
