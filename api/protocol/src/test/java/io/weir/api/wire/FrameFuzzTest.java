package io.weir.api.wire;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Continuation;
import io.weir.api.Direction;
import io.weir.api.StreamItem;
import io.weir.api.TableName;
import io.weir.api.edm.EdmInt32;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.NotFoundException;
import io.weir.api.filter.FilterParser;
import io.weir.api.write.IfMatch;
import io.weir.api.write.PropertyOperation;
import io.weir.api.write.PropertyOperation.Operator;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.api.write.WriteResult;
import io.weir.testkit.Draw;
import io.weir.testkit.Fuzz;
import io.weir.testkit.Grammar;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/**
 * Checks that any bytes are frames or are refused, in pieces of any size, and that accepted frames
 * can be encoded again.
 */
class FrameFuzzTest {

  private static final Grammar FRAMES = new Grammar() {
    @Override
    public String draw(Draw draw) {
      return draw.times(1 + draw.below(3), "", () -> text(FrameEncoder.encode(frame(draw))));
    }

    @Override
    public List<String> words() {
      return List.of(
          "\u0000",
          "\u0001",
          "\u0002",
          "\u0003",
          "\u0004",
          "\u0005",
          "\u0006",
          "\u0007",
          "\u00ff\u00ff\u00ff\u00ff",
          "\u007f\u00ff\u00ff\u00ff",
          "\u0005\u0000\u0000\u0000\u0010");
    }
  };

  private static String text(byte[] bytes) {
    return new String(bytes, ISO_8859_1);
  }

  private static Frame frame(Draw draw) {
    return switch (draw.below(5)) {
      case 0 -> new Frame.Item(item(draw));
      case 1 -> new Frame.Failure(new NotFoundException(ErrorCode.TABLE_NOT_FOUND, draw.text(5)));
      case 2 -> new Frame.Result(new WriteResult(draw.number() >>> 2));
      case 3 -> new Frame.Table(new TableName(draw.of("Birds", "Abc", "T12345")));
      default -> new Frame.Change(write(draw));
    };
  }

  private static StreamItem item(Draw draw) {
    return draw.oneIn(3)
        ? new StreamItem.Progress(
            Continuation.after(new EntityKey("p", "r"), Direction.ASCENDING), draw.below(1000))
        : new StreamItem.Row(entity(draw).withTimestamp(1 + draw.below(1 << 30)));
  }

  private static Write write(Draw draw) {
    var entity = entity(draw);
    var mode = draw.of(WriteMode.values());
    return switch (draw.below(5)) {
      case 4 ->
        Write.change(
                entity.key(),
                PropertyOperation.of("Small", Operator.ADD, new EdmInt32(1)),
                PropertyOperation.remove("Text"))
            .when(FilterParser.parse("Large gt 5L"))
            .orCreate(entity)
            .withToken(new UUID(draw.number(), draw.number()));
      case 0 -> new Write.Insert(entity);
      case 1 -> new Write.Upsert(entity, mode);
      case 2 -> new Write.Update(entity, mode, IfMatch.parse("*"));
      default ->
        new Write.Delete(
            entity.key(), IfMatch.parse("W/\"datetime'2020-11-07T01%3A23%3A21.0555975Z'\""));
    };
  }

  private static Entity entity(Draw draw) {
    return Entity.builder(draw.of("", "p", "é"), draw.of("r", "中"))
        .set("Text", draw.of("", "x", "q'\"", "é😀"))
        .set("Small", (int) draw.number())
        .set("Large", draw.number())
        .set("Real", Double.longBitsToDouble(draw.number()))
        .set("Truth", draw.oneIn(2))
        .set("Id", new UUID(draw.number(), draw.number()))
        .set("Bytes", new byte[draw.below(5)])
        .build();
  }

  @Test
  void anyBytesAreReadAsFramesOrRefused() {
    var outcome = Fuzz.of("frames").run(FRAMES, characters -> {
      var bytes = Grammar.bytes(characters);
      read(FrameDecoder.checked(), bytes, 1 + bytes.length % 7);
      read(FrameDecoder.shaped(), bytes, bytes.length + 1);
    });

    assertThat(outcome.taken()).isGreaterThan(outcome.refused() / 10);
    assertThat(outcome.refused()).isGreaterThan(outcome.taken() / 10);
  }

  private static void read(FrameDecoder decoder, byte[] bytes, int pieceBytes) {
    for (var from = 0; from < bytes.length; from += pieceBytes) {
      decoder.feed(ByteBuffer.wrap(bytes, from, Math.min(pieceBytes, bytes.length - from)));
      for (var frame = decoder.next(); frame != null; frame = decoder.next()) {
        FrameEncoder.encode(frame);
      }
    }
  }
}
