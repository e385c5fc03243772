package io.weir.api.write;

import io.weir.api.error.TableServiceException;

/** A result of a bulk write: one for each line, in their order, and a last one with the totals. */
public sealed interface BulkResult {

  /** Calls the handler's method for this kind of result. */
  <R> R dispatch(Handler<R> handler);

  /** One method for each kind of result. */
  interface Handler<R> {
    R done(Done result);

    R refused(Refused result);

    R end(End result);
  }

  /**
   * The line was carried out.
   *
   * @param line the line's number, counting from 0
   */
  record Done(long line, WriteResult result) implements BulkResult {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.done(this);
    }
  }

  /**
   * The line was not carried out. Its outcome is unknown if the failure says so.
   *
   * @param line the line's number, counting from 0
   * @param cause the failure of the line's write. For a line of a group, the failure of the whole
   *     group, which names the failing line by its index in the group
   */
  record Refused(long line, TableServiceException cause) implements BulkResult {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.refused(this);
    }
  }

  /**
   * The last result: every line was answered.
   *
   * @param done number of lines that were carried out
   * @param refused number of lines that were not carried out
   */
  record End(long done, long refused) implements BulkResult {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.end(this);
    }
  }
}
