package io.weir.cli.rows;

import io.weir.api.entity.EntityBuilder;

/** One row of a file. Valid until the next is read. */
public interface InputRow {

  /** Number of the line in which the row begins, from 1. */
  long line();

  /** Returns the text of a column as a part of a key; empty if the row has no such value. */
  String text(String column);

  /** Sets the row's values as properties, except empty ones. Fails with {@link InputException}. */
  void fill(EntityBuilder entity);
}
