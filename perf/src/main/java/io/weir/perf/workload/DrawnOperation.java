package io.weir.perf.workload;

/**
 * One operation with its rows.
 *
 * @param number of the row, or of the first row; the first rank if rows are read by index
 * @param rows the number of rows
 * @param generation of the values that are written
 */
public record DrawnOperation(Operation operation, int number, int rows, int generation) {}
