/**
 * The REST dialect: the protocol of the Azure Table service, so that its SDKs and tools work unchanged.
 *
 * <p>Threads: the loop of the connection; answers to writes are made on the loop of the shard that carried them out.
 *
 * <p>Failures: typed, with the protocol's codes; {@link io.weir.server.http} turns them into answers.
 */
@NullMarked
package io.weir.server.rest;

import org.jspecify.annotations.NullMarked;
