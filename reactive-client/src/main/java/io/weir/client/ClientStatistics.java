package io.weir.client;

/**
 * What a client has done so far, for gauges and counters. A snapshot.
 *
 * @param underWay requests that have begun and not ended, streams included
 * @param attempts requests that were sent over the wire, repetitions included; a pipeline counts
 *     once, however many operations it carries
 * @param hedges second attempts of reads among them, see
 *     {@link io.weir.client.options.HedgeOptions}
 */
public record ClientStatistics(long underWay, long attempts, long hedges) {}
