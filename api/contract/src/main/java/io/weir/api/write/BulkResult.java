package io.weir.api.write;

import io.weir.api.error.TableServiceException;

/** What a bulk write answers: an outcome for each line, in their order, and at last how many there were. */
public sealed interface BulkResult {

  /** Calls the method of the handler that belongs to this kind of result. */
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
   * @param line its number, counting from 0
   */
  record Done(long line, WriteResult result) implements BulkResult {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.done(this);
    }
  }

  /**
   * The line was not carried out, or its outcome is unknown where the failure says so.
   *
   * @param line its number, counting from 0
   * @param cause what a write of its own would have failed with; of a group, what the whole group failed with, naming the line that
   *     is at fault by its place in the group
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
   * @param done lines that were carried out
   * @param refused lines that were not
   */
  record End(long done, long refused) implements BulkResult {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.end(this);
    }
  }
}
