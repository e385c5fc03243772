package io.weir.server.stream;

import io.weir.api.TableName;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.wire.Frame;
import io.weir.api.write.Write;

/** The kind of frame that a request's body consists of; any other fails with {@code InvalidInput}. */
interface RequestFrame<R> extends Frame.Handler<R> {

  RequestFrame<Write> WRITE = new RequestFrame<>() {
    @Override
    public Write change(Frame.Change frame) {
      return frame.write();
    }
  };

  RequestFrame<TableName> TABLE = new RequestFrame<>() {
    @Override
    public TableName table(Frame.Table frame) {
      return frame.name();
    }
  };

  @Override
  default R item(Frame.Item frame) {
    throw unexpected("item");
  }

  @Override
  default R failure(Frame.Failure frame) {
    throw unexpected("failure");
  }

  @Override
  default R change(Frame.Change frame) {
    throw unexpected("write");
  }

  @Override
  default R result(Frame.Result frame) {
    throw unexpected("result");
  }

  @Override
  default R table(Frame.Table frame) {
    throw unexpected("table");
  }

  private static InvalidRequestException unexpected(String kind) {
    return new InvalidRequestException(ErrorCode.INVALID_INPUT, "unexpectedFrame=" + kind);
  }
}
