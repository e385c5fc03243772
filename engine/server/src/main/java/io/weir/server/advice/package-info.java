/**
 * Advice on tables. {@code GET /ACCOUNT/?comp=advice} and {@code GET /ACCOUNT/TABLE?comp=advice}, authenticated with an account key, return
 * what the engine advises ({@link io.weir.engine.advice}) as JSON:
 *
 * <pre>
 * {"observing":true,"every":64,"seconds":1800,"advice":[
 *   {"kind":"missingIndex","table":"Birds","finding":"..","evidence":{"answers":10,..},
 *    "action":"..","commands":["weir index create .."],"pattern":"index-tables"}]}
 * </pre>
 *
 * <p>The answer shows keys of partitions and names of properties, so a shared access signature is refused.
 *
 * <p>Threads: the loop of the connection; the engine's loops make the report.
 *
 * <p>Failures: {@code TableNotFound}; {@code AuthorizationFailure} without an account key; {@code ServerBusy} when a loop does not answer;
 * {@code NotImplemented} for a backend that does not advise.
 */
@NullMarked
package io.weir.server.advice;

import org.jspecify.annotations.NullMarked;
