package io.weir.cli.format;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.weir.api.entity.Entity;
import io.weir.api.entity.Selection;
import io.weir.server.json.EntityLines;
import java.io.IOException;
import java.io.OutputStream;

/**
 * JSON of entities, such as {@code weir import} reads: an object in each line, or an array of them,
 * which has an object in each line as well.
 *
 * <p>An array is closed by {@link #end} alone, so an incomplete answer is no JSON. Belongs to one
 * thread.
 */
public final class JsonOutput implements Output {

  private static final int HELD_BACK_BYTES = 1 << 15;

  private final OutputStream out;
  private final boolean isArray;
  private final ByteBuf buffer = Unpooled.buffer(2 * HELD_BACK_BYTES);
  private final EntityLines lines;
  private boolean begun;

  private JsonOutput(OutputStream out, Selection selection, boolean isArray) {
    this.out = out;
    this.isArray = isArray;
    this.lines = new EntityLines(buffer, selection);
  }

  /** Begins an output with an object in each line. */
  public static JsonOutput lines(OutputStream out, Selection selection) {
    return new JsonOutput(out, selection, false);
  }

  /** Begins an output of one array. */
  public static JsonOutput array(OutputStream out, Selection selection) {
    return new JsonOutput(out, selection, true);
  }

  @Override
  public void write(Entity entity) throws IOException {
    if (isArray) {
      punctuate(begun ? ',' : '[');
    }
    lines.entity(entity);
    if (buffer.readableBytes() >= HELD_BACK_BYTES) {
      pass();
    }
  }

  @Override
  public void flush() throws IOException {
    lines.flush();
    pass();
    out.flush();
  }

  @Override
  public void end() throws IOException {
    if (isArray) {
      if (!begun) {
        punctuate('[');
      }
      punctuate(']');
      buffer.writeByte('\n');
    }
    flush();
  }

  @Override
  public void close() throws IOException {
    lines.close();
    pass();
    buffer.release();
    out.flush();
  }

  private void punctuate(char mark) {
    begun = true;
    lines.flush(); // what was written before comes before it
    buffer.writeByte(mark);
  }

  private void pass() throws IOException {
    buffer.readBytes(out, buffer.readableBytes());
    buffer.clear();
  }
}
