package io.weir.api;

/**
 * The cost of answering a query, or a segment of its answer.
 *
 * @param path the access path of the plan
 * @param ranges number of disjoint key ranges in the plan
 * @param scanned number of entities read
 * @param returned number of entities that matched and were returned
 */
public record QueryReport(AccessPath path, int ranges, long scanned, long returned) {}
