package io.weir.engine.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.engine.disk.SimulatedDisk;
import java.io.IOException;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A later crash never loses a recorded position, and a torn slot is never read. */
final class DurableRecordTest {

  private static final UUID STORE = new UUID(1, 2);
  private static final int SLOT_BYTES = 4096;

  private final SimulatedDisk disk = new SimulatedDisk(1);

  @Test
  void aNewRecordHoldsPositionZero() throws IOException {
    assertThat(record(disk).read()).isZero();
  }

  @Test
  void theLastPositionIsReadBack() throws IOException {
    var record = record(disk);
    for (var position = 8L; position <= 80; position += 8) {
      record.write(position);

      assertThat(record(disk).read()).isEqualTo(position);
    }
  }

  @Test
  void aRecordOfAnotherStoreIsIgnored() throws IOException {
    record(disk).write(80);

    assertThat(new DurableRecord(disk.root(), new UUID(3, 4)).read()).isZero();
  }

  @Test
  void aPowerCutAtAnyOperationLeavesTheLastPositionOrTheNext() throws IOException {
    for (var seed = 0; seed < 40; seed++) {
      for (var operation = 1; operation <= 8; operation++) {
        var cut = new SimulatedDisk(seed);
        cut.cutPowerAtOperation(operation);
        var written = 0L;
        var tried = 0L;
        var record = record(cut);
        try {
          for (tried = 8; tried <= 24; tried += 8) {
            record.write(tried);
            written = tried;
          }
        } catch (SimulatedDisk.Stopped e) {
          assertThat(e).isNotNull();
        }

        var found = record(cut).read();
        assertThat(found).as("seed=%d operation=%d", seed, operation).isIn(written, tried);
        var next = record(cut);
        assertThat(next.read()).isEqualTo(found);
        next.write(100);
        assertThat(record(cut).read()).isEqualTo(100);
      }
    }
  }

  @Test
  void aBadSlotFallsBackToTheOther() throws IOException {
    var record = record(disk);
    record.write(8);
    record.write(16);
    for (var at = 0; at < 36; at++) {
      disk.bytes(DurableRecord.FILE)[SLOT_BYTES + at] ^= 1;

      assertThat(record(disk).read()).as("at=%d", at).isEqualTo(8);
      disk.bytes(DurableRecord.FILE)[SLOT_BYTES + at] ^= 1;
    }
    assertThat(record(disk).read()).isEqualTo(16);
  }

  @Test
  void aFileThatIsEmptyOrCutGivesItsIntactSlots() throws IOException {
    disk.plant(DurableRecord.FILE, new byte[0]);
    assertThat(record(disk).read()).isZero();
    record(disk).write(8);

    assertThat(record(disk).read()).isEqualTo(8);
  }

  private static DurableRecord record(SimulatedDisk disk) {
    return new DurableRecord(disk.root(), STORE);
  }
}
