package io.weir.api;

/**
 * What answering a query, or a segment of it, took.
 *
 * @param path the access path of the plan
 * @param ranges how many disjoint ranges of keys the plan holds
 * @param scanned entities read
 * @param returned entities that matched and were answered
 */
public record QueryReport(AccessPath path, int ranges, long scanned, long returned) {}
