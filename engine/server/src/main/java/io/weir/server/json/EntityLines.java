package io.weir.server.json;

import io.netty.buffer.ByteBuf;
import io.weir.api.Continuation;
import io.weir.api.QueryReport;
import io.weir.api.entity.Entity;
import io.weir.api.entity.Selection;
import io.weir.api.error.TableServiceException;
import tools.jackson.core.JsonGenerator;

/**
 * Appends entities to a buffer as lines of JSON, one object and one line feed each. An entity carries the annotations of the minimal
 * level: {@code odata.etag} and the types that JSON does not show. {@link EntityReader} parses such a line.
 *
 * <p>Lines about the stream itself stand between them. Such a line has a single member, whose name begins with a dollar sign.
 *
 * <p>The caller owns the buffer. Lines may be in an internal buffer until {@link #flush} or {@link #close}. Used by one thread.
 */
public final class EntityLines implements AutoCloseable {

  /** The media type of newline-delimited JSON. */
  public static final String CONTENT_TYPE = "application/x-ndjson";

  private final JsonGenerator json;
  private final EntityFields fields;

  /**
   * Creates a writer that appends to a buffer.
   *
   * @param selection the properties to write; applies to system properties too
   */
  public EntityLines(ByteBuf out, Selection selection) {
    this.json = JsonBuffer.generator(out);
    this.fields = new EntityFields(json, MetadataLevel.MINIMAL, selection, null);
  }

  /** Appends an entity. */
  public void entity(Entity entity) {
    json.writeStartObject();
    fields.write(entity);
    json.writeEndObject();
    json.writeRaw('\n');
  }

  /** Appends the progress of a stream: {@code {"$progress":{"resume":"TOKEN","scanned":70000}}}. */
  public void progress(Continuation resume, long scanned) {
    beginControl("$progress");
    json.writeStringProperty("resume", resume.encode());
    json.writeNumberProperty("scanned", scanned);
    endControl();
  }

  /** Appends the end of a complete stream: {@code {"$end":{"plan":"..","ranges":1,"scanned":2,"returned":3}}}. */
  public void end(QueryReport report) {
    beginControl("$end");
    json.writeStringProperty("plan", report.path().name());
    json.writeNumberProperty("ranges", report.ranges());
    json.writeNumberProperty("scanned", report.scanned());
    json.writeNumberProperty("returned", report.returned());
    endControl();
  }

  /** Appends the end of an incomplete stream and the token of its rest: {@code {"$more":{"resume":"TOKEN","returned":3}}}. */
  public void more(Continuation resume, long returned) {
    beginControl("$more");
    json.writeStringProperty("resume", resume.encode());
    json.writeNumberProperty("returned", returned);
    endControl();
  }

  /** Appends the failure that ended a stream early: {@code {"$error":{"code":"..","message":".."}}}. */
  public void error(TableServiceException failure) {
    beginControl("$error");
    json.writeStringProperty("code", failure.code().code());
    json.writeStringProperty("message", failure.getMessage());
    endControl();
  }

  /** Begins a control line. Property names cannot begin with a dollar sign, so entities and control lines differ. */
  private void beginControl(String name) {
    json.writeStartObject();
    json.writeObjectPropertyStart(name);
  }

  private void endControl() {
    json.writeEndObject();
    json.writeEndObject();
    json.writeRaw('\n');
  }

  /** Writes all lines to the buffer, for example to read its length. */
  public void flush() {
    json.flush();
  }

  @Override
  public void close() {
    json.close();
  }
}
