package io.weir.server.json;

import io.netty.buffer.ByteBuf;
import io.weir.api.entity.ETag;
import io.weir.api.error.TableServiceException;
import io.weir.api.write.BulkResult;
import tools.jackson.core.JsonGenerator;

/**
 * Appends the results of a bulk write to a buffer as lines of JSON.
 *
 * <pre>
 * {"$result":{"n":0,"etag":"W/\"datetime'..'\""}}                                the line was applied; a delete has no etag
 * {"$error":{"n":3,"code":"EntityAlreadyExists","message":"..","operation":1}}   the line was rejected; operation: index in its group
 * {"$end":{"done":41,"refused":1}}                                               every line has a result
 * {"$error":{"code":"..","message":".."}}                                        the results end early, with the cause
 * </pre>
 *
 * <p>The caller owns the buffer. Lines may be in an internal buffer until {@link #flush} or {@link #close}. Used by one thread.
 */
public final class BulkResultLines implements BulkResult.Handler<BulkResultLines>, AutoCloseable {

  private final JsonGenerator json;

  public BulkResultLines(ByteBuf out) {
    this.json = JsonBuffer.generator(out);
  }

  @Override
  public BulkResultLines done(BulkResult.Done result) {
    begin("$result");
    json.writeNumberProperty("n", result.line());
    result.result().etag().map(ETag::text).ifPresent(tag -> json.writeStringProperty("etag", tag));
    return end();
  }

  @Override
  public BulkResultLines refused(BulkResult.Refused result) {
    begin("$error");
    json.writeNumberProperty("n", result.line());
    cause(result.cause());
    if (result.cause().failedOperation() != TableServiceException.NO_OPERATION) {
      json.writeNumberProperty("operation", result.cause().failedOperation());
    }
    return end();
  }

  @Override
  public BulkResultLines end(BulkResult.End result) {
    begin("$end");
    json.writeNumberProperty("done", result.done());
    json.writeNumberProperty("refused", result.refused());
    return end();
  }

  /** Appends the failure that ended the results early. */
  public BulkResultLines failure(TableServiceException cause) {
    begin("$error");
    cause(cause);
    return end();
  }

  /** Writes all lines to the buffer, for example to read its length. */
  public void flush() {
    json.flush();
  }

  @Override
  public void close() {
    json.close();
  }

  private void begin(String name) {
    json.writeStartObject();
    json.writeObjectPropertyStart(name);
  }

  private void cause(TableServiceException cause) {
    json.writeStringProperty("code", cause.code().code());
    json.writeStringProperty("message", cause.getMessage());
  }

  private BulkResultLines end() {
    json.writeEndObject();
    json.writeEndObject();
    json.writeRaw('\n');
    return this;
  }
}
