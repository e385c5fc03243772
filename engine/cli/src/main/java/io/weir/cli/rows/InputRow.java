package io.weir.cli.rows;

import io.weir.api.entity.EntityBuilder;

/** One row of a file. Valid until the next is read. */
public interface InputRow {

  /** Number of the line in which the row begins, from 1. */
  long line();

  /** Text of a column, as it makes part of a key; empty when the row has no such value. */
  String text(String column);

  /** Sets the row's values as properties, except empty ones. Fails with {@link InputException}. */
  void fill(EntityBuilder entity);
}
