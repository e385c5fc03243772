package io.weir.hbase.protocol;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.TableServiceException;

/** The answer to a {@link WriteRequest}. */
public sealed interface WriteAnswer {

  /** Calls the handler's method for this kind of answer. */
  <R> R dispatch(Handler<R> handler);

  /** One method for each kind of answer. */
  interface Handler<R> {
    R done(Done answer);

    R refused(Refused answer);
  }

  /**
   * All operations were carried out.
   *
   * @param ticks the Timestamp of all entities that the request stored
   */
  record Done(long ticks) implements WriteAnswer {
    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.done(this);
    }
  }

  /**
   * Nothing was carried out.
   *
   * @param operation the index of the first operation that cannot be carried out
   */
  record Refused(ErrorCode code, String facts, int operation) implements WriteAnswer {

    /** Returns the refusal that a failure means, which names its operation. */
    public static Refused of(TableServiceException failure) {
      return new Refused(failure.code(), failure.facts(), failure.failedOperation());
    }

    /** Returns the failure of the request. */
    public TableServiceException failure() {
      return TableServiceException.of(code, facts).atOperation(operation);
    }

    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.refused(this);
    }
  }

  /** Returns the binary form. */
  default byte[] toBytes() {
    return dispatch(new Handler<>() {
      @Override
      public byte[] done(Done answer) {
        return new MessageWriter().int8(0).int64(answer.ticks()).toBytes();
      }

      @Override
      public byte[] refused(Refused answer) {
        return new MessageWriter()
            .int8(1)
            .text(answer.code().code())
            .text(answer.facts())
            .int32(answer.operation())
            .toBytes();
      }
    });
  }

  static WriteAnswer read(byte[] message) {
    var source = new MessageReader(message);
    if (source.int8() == 0) {
      return new Done(source.int64());
    }
    var code = source.text();
    return new Refused(
        ErrorCode.ofCode(code).orElseThrow(() -> new MalformedMessage("code=" + code)),
        source.text(),
        source.int32());
  }
}
