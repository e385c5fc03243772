package io.weir.api.write;

import io.weir.api.error.TableServiceException;

/**
 * Lines of a bulk write that are carried out together: a single line, a group, or lines that are
 * refused without an attempt.
 */
public sealed interface BulkUnit {

  /** Returns the number of the first line. The other lines follow it. */
  long firstLine();

  /** Returns the number of lines, at least 1. */
  int lines();

  /** Calls the handler's method for this kind of unit. */
  <R> R dispatch(Handler<R> handler);

  /** One method for each kind of unit. */
  interface Handler<R> {
    R single(Single unit);

    R group(Group unit);

    R refused(Refused unit);
  }

  /** A line outside any group. */
  record Single(long firstLine, Write write) implements BulkUnit {
    @Override
    public int lines() {
      return 1;
    }

    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.single(this);
    }
  }

  /** All lines of a group. */
  record Group(long firstLine, Batch batch) implements BulkUnit {
    @Override
    public int lines() {
      return batch.writes().size();
    }

    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.group(this);
    }
  }

  /** Lines that are refused for one cause. */
  record Refused(long firstLine, int lines, TableServiceException cause) implements BulkUnit {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.refused(this);
    }
  }
}
