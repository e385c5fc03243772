package io.weir.engine.log;

import static io.weir.engine.log.LogRig.append;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.engine.log.append.FileLog;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/**
 * The bytes on disk. If one of them changes, the format version must change too, because old logs
 * must stay readable.
 */
class SegmentGoldenTest {
  private static final String HEADER_OF_VERSION_1 = "574549522e4c4f47" // WEIR.LOG
      + "00000001" + "00004000" // version 1, 16 KiB
      + "0123456789abcdeffedcba9876543210" // store
      + "0000000000000000" + "0000000000000000" // base position, base sequence
      + "f5402b8a";
  private static final String FRAMES_OF_VERSION_1 =
      "175167c2" + "0000001c" + "0000000000000000" + "0000000000000000" + "77656972" + "00000000"
          + "206ec022" + "00000020" + "0000000000000001" + "0000000000000020" + "6c6f6720666c6f77";
  private static final String MARK_OF_VERSION_1 =
      "9e7ea3d4" + "00000018" + "0000000000000002" + "0000000000000040";

  private final LogRig rig = new LogRig();

  @Test
  void aSegmentBeginsWithItsHeader() throws Exception {
    rig.open();

    assertThat(hex(0, 64))
        .isEqualTo(
            "574549522e4c4f47" // WEIR.LOG
                + "00000002" + "00004000" // version 2, 16 KiB
                + "0123456789abcdeffedcba9876543210" // store
                + "0000000000000000" + "0000000000000000" // base position, base sequence
                + "0000000000005eee" + "70c1efac" + "00000000"); // salt
    assertThat(hex(64, 4096)).matches("0+");
  }

  @Test
  void twoRecordsAndTheMarkOfACleanClose() throws Exception {
    FileLog log = rig.open();
    append(log, "weir");
    append(log, "log flow");
    log.close();

    assertThat(hex(4096, 4096 + 96))
        .isEqualTo("e3102c94" + "0000001c" + "0000000000000000" + "0000000000000000"
            + "77656972" + "00000000"
            + "6bb2e4fc" + "00000020" + "0000000000000001" + "0000000000000020"
            + "6c6f6720666c6f77"
            + "227a0975" + "00000018" + "0000000000000002" + "0000000000000040"
            + "0000000000000000");
  }

  @Test
  void aSegmentOfVersion1IsReadAndContinued() throws Exception {
    byte[] segment = new byte[LogConfig.MIN_SEGMENT_BYTES];
    put(segment, 0, HEADER_OF_VERSION_1);
    put(segment, SegmentHeader.BYTES, FRAMES_OF_VERSION_1 + MARK_OF_VERSION_1);
    rig.disk.plant(LogFolder.name(0), segment);

    FileLog log = rig.open();
    append(log, "a third one");
    log.close();

    assertThat(hex(0, 52)).isEqualTo(HEADER_OF_VERSION_1);
    assertThat(rig.replayedTexts()).containsExactly("weir", "log flow", "a third one");
  }

  private static void put(byte[] target, int offset, String hex) {
    byte[] bytes = HexFormat.of().parseHex(hex);
    System.arraycopy(bytes, 0, target, offset, bytes.length);
  }

  private String hex(int from, int to) {
    return HexFormat.of()
        .formatHex(Arrays.copyOfRange(rig.disk.bytes(LogFolder.name(0)), from, to));
  }
}
