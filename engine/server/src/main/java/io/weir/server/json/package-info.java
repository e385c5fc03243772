/**
 * JSON of the endpoint: entities, tables, errors and control lines. {@link io.weir.api.json} parses
 * entities in requests.
 *
 * <p>{@link io.weir.server.json.EntityWriter} writes pages, {@link io.weir.server.json.EntityLines}
 * writes streams. No other package of the server uses the JSON library.
 *
 * <p>Threads: any; a writer is used by one thread at a time.
 *
 * <p>Failures: {@code InvalidInput} with the offset at which a body stops being JSON.
 */
@NullMarked
package io.weir.server.json;

import org.jspecify.annotations.NullMarked;
