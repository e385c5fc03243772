package io.weir.server.json;

import io.netty.buffer.ByteBuf;
import io.weir.api.error.TableServiceException;
import tools.jackson.core.JsonGenerator;

/**
 * Lines of JSON that are appended to a buffer. A control line has a single member, whose name
 * begins with a dollar sign: {@code {"$end":{..}}}. Property names cannot begin with one, so
 * entities and control lines differ.
 *
 * <p>The caller owns the buffer. Lines may be in an internal buffer until {@link #flush} or
 * {@link #close}. Used by one thread.
 */
public abstract sealed class JsonLines implements AutoCloseable
    permits EntityLines, BulkResultLines {

  final JsonGenerator json;

  JsonLines(ByteBuf out) {
    this.json = JsonBuffer.generator(out);
  }

  /** Writes all lines to the buffer, for example to read its length. */
  public final void flush() {
    json.flush();
  }

  @Override
  public final void close() {
    json.close();
  }

  /** Begins a control line. */
  final void beginControl(String name) {
    json.writeStartObject();
    json.writeObjectPropertyStart(name);
  }

  /** Ends a control line. */
  final void endControl() {
    json.writeEndObject();
    json.writeEndObject();
    json.writeRaw('\n');
  }

  /** Writes code and message of a failure into a control line. */
  final void cause(TableServiceException failure) {
    json.writeStringProperty("code", failure.code().code());
    json.writeStringProperty("message", failure.getMessage());
  }
}
