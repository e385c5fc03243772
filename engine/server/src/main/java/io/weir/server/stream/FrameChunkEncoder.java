package io.weir.server.stream;

import io.netty.buffer.ByteBuf;
import io.weir.api.StreamItem;
import io.weir.api.entity.Entity;
import io.weir.api.wire.Frame;
import io.weir.api.wire.FrameEncoder;

/**
 * Encodes frames in their binary form: see {@link FrameEncoder}. An entity is copied once, from its
 * array into the chunk. Any thread.
 */
public final class FrameChunkEncoder implements ChunkEncoder {

  public static final ChunkEncoder BINARY = new FrameChunkEncoder();

  private FrameChunkEncoder() {}

  @Override
  public Writer open(ByteBuf chunk) {
    return new FrameWriter(chunk);
  }

  private static final class FrameWriter implements Writer {

    private final ByteBuf chunk;

    FrameWriter(ByteBuf chunk) {
      this.chunk = chunk;
    }

    @Override
    public void write(Frame frame) {
      if (frame instanceof Frame.Item item && item.item() instanceof StreamItem.Row row) {
        entity(row.entity());
      } else {
        chunk.writeBytes(FrameEncoder.encode(frame));
      }
    }

    @Override
    public int lengthBytes() {
      return chunk.readableBytes();
    }

    @Override
    public void close() {}

    private void entity(Entity entity) {
      var bytes = FrameEncoder.entityFrameBytes(entity);
      chunk.ensureWritable(bytes);
      FrameEncoder.putEntity(entity, chunk.internalNioBuffer(chunk.writerIndex(), bytes));
      chunk.writerIndex(chunk.writerIndex() + bytes);
    }
  }
}
