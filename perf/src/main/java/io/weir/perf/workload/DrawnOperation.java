package io.weir.perf.workload;

/**
 * One operation to be carried out.
 *
 * @param number of the row, or of the first one
 * @param rows how many it is about: 1 where it is about one
 * @param generation of the values that are written
 */
public record DrawnOperation(Operation operation, int number, int rows, int generation) {}
