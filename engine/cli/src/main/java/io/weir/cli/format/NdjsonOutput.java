package io.weir.cli.format;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.weir.api.entity.Entity;
import io.weir.api.entity.Selection;
import io.weir.server.json.EntityLines;
import java.io.IOException;
import java.io.OutputStream;

/** A line of JSON for each entity, such as {@code weir import} reads. Belongs to one thread. */
public final class NdjsonOutput implements Output {

  private static final int HELD_BACK_BYTES = 1 << 15;

  private final OutputStream out;
  private final ByteBuf buffer = Unpooled.buffer(2 * HELD_BACK_BYTES);
  private final EntityLines lines;

  public NdjsonOutput(OutputStream out, Selection selection) {
    this.out = out;
    this.lines = new EntityLines(buffer, selection);
  }

  @Override
  public void write(Entity entity) throws IOException {
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
  public void close() throws IOException {
    lines.close();
    pass();
    buffer.release();
    out.flush();
  }

  private void pass() throws IOException {
    buffer.readBytes(out, buffer.readableBytes());
    buffer.clear();
  }
}
