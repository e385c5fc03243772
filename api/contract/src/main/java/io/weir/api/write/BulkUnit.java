package io.weir.api.write;

import io.weir.api.error.TableServiceException;

/** What a bulk write carries out as one: a line that stands alone, a group, or lines that are refused without being tried. */
public sealed interface BulkUnit {

  /** Number of the first line; the others follow it. */
  long firstLine();

  /** How many lines it takes, at least 1. */
  int lines();

  /** Calls the method of the handler that belongs to this kind of unit. */
  <R> R dispatch(Handler<R> handler);

  /** One method for each kind of unit. */
  interface Handler<R> {
    R single(Single unit);

    R group(Group unit);

    R refused(Refused unit);
  }

  /** A line that stands alone. */
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

  /** Lines that are all refused with the same cause. */
  record Refused(long firstLine, int lines, TableServiceException cause) implements BulkUnit {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.refused(this);
    }
  }
}
