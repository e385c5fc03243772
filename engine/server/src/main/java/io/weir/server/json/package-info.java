/**
 * The answers of the endpoint in JSON, and what of its requests is no entity; entities themselves are read by {@link io.weir.api.json}.
 *
 * <p>The only home of the JSON library in the server. {@link io.weir.server.json.EntityWriter} writes pages, {@link
 * io.weir.server.json.EntityLines} streams.
 *
 * <p>Threads: any; readers and writers keep no state between calls.
 *
 * <p>Failures: {@code InvalidInput} with the offset at which a body stops being JSON.
 */
@NullMarked
package io.weir.server.json;

import org.jspecify.annotations.NullMarked;
