package io.weir.client;

/**
 * What a client has done so far, for gauges and counters of whatever kind. A snapshot.
 *
 * @param underWay requests that have begun and not ended, streams included
 * @param attempts requests that were sent over the wire, however often each; a pipeline is one, whatever leaves by it
 * @param hedges second attempts among them, see {@link io.weir.client.options.HedgeOptions}
 */
public record ClientStatistics(long underWay, long attempts, long hedges) {}
