package io.weir.engine.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import net.openhft.chronicle.core.UnsafeMemory;
import org.junit.jupiter.api.Test;

/** The bytes of a page, as the table in {@link LeafPage} draws them. */
final class LeafPageGoldenTest {

  @Test
  void theBytesOfAPageAreAsDocumented() {
    try (var store = new PoisonPageStore(8184)) {
      var plan = new LeafPlan();
      plan.addReplacement("table/a".getBytes(UTF_8), "one".getBytes(UTF_8));
      plan.addReplacement("table/bcdef".getBytes(UTF_8), "".getBytes(UTF_8));

      PageHandle page = plan.write(store, 0, 2);

      var expected = ByteBuffer.allocate(43).order(ByteOrder.nativeOrder());
      expected.put((byte) 1).put((byte) 0).putShort((short) 2).putInt(43);
      expected.putShort((short) 6).putShort((short) 0xFFFF);
      expected.putInt('a' << 24).putInt('b' << 24 | 'c' << 16 | 'd' << 8 | 'e');
      expected.putShort((short) 30).putShort((short) 36);
      expected.put("table/".getBytes(UTF_8));
      expected.putShort((short) 1).put("aone".getBytes(UTF_8));
      expected.putShort((short) 5).put("bcdef".getBytes(UTF_8));
      byte[] bytes = new byte[43];
      UnsafeMemory.INSTANCE.readBytes(page.address(), bytes, 0, bytes.length);
      assertThat(bytes).isEqualTo(expected.array());
    }
  }
}
