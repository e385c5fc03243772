package io.weir.server.json;

import io.netty.buffer.ByteBuf;
import io.weir.api.entity.ETag;
import io.weir.api.error.TableServiceException;
import io.weir.api.write.BulkResult;
import tools.jackson.core.JsonGenerator;

/**
 * Appends results of a bulk write to a buffer as lines of JSON.
 *
 * <pre>
 * {"$result":{"n":0,"etag":"W/\"datetime'..'\""}}                                the line was carried out; no etag of a delete
 * {"$error":{"n":3,"code":"EntityAlreadyExists","message":"..","operation":1}}   it was refused; operation: place in the group
 * {"$end":{"done":41,"refused":1}}                                               every line was answered
 * {"$error":{"code":"..","message":".."}}                                        the lines broke off, and why
 * </pre>
 *
 * <p>Lines reach the buffer at the latest when this is closed. The buffer stays its owner's. Belongs to one thread.
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

  /** Why the lines broke off. */
  public BulkResultLines failure(TableServiceException cause) {
    begin("$error");
    cause(cause);
    return end();
  }

  /** Brings what is written so far into the buffer, so that its length can be looked at. */
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
