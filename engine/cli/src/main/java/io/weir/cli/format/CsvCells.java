package io.weir.cli.format;

import java.util.List;

/**
 * A record of a file.
 *
 * @param line number of the line in which it begins, from 1
 * @param texts of its cells, in the file's order
 */
record CsvCells(long line, List<String> texts) {

  CsvCells {
    texts = List.copyOf(texts);
  }
}
