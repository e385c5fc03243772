package io.weir.pattern.large;

import static io.weir.pattern.PatternDoor.await;
import static io.weir.pattern.large.LargeContent.CHUNK;
import static io.weir.pattern.large.LargeContent.PHOTO;
import static io.weir.pattern.large.LargeContent.buffers;
import static io.weir.pattern.large.LargeContent.bytes;
import static io.weir.pattern.large.LargeContent.joined;
import static io.weir.pattern.large.LargeContent.part;
import static io.weir.pattern.large.LargeContent.rest;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.TableName;
import io.weir.api.TableSetting;
import io.weir.api.contract.ModelTableService;
import io.weir.api.entity.Expiry;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.ServiceFailedException;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A table whose entities expire at an age loses the chunks of a value before its head. A read fails
 * then, and never returns other bytes.
 */
final class ExpiringTableTest {

  private static final TableName TABLE = new TableName("Employees");
  private static final Duration AGE = Duration.ofDays(1);

  private Instant now = Instant.parse("2030-01-01T00:00:00Z");
  private final ModelTableService service = new ModelTableService(() -> now);
  private final LargeValues photos = LargeValues.of(service, TABLE).withChunkBytes(CHUNK);
  private final byte[] photo = bytes(10 * CHUNK);

  /** Stores the first half of a value, and the second half with the head an hour later. */
  @BeforeEach
  void uploadForAnHour() {
    service
        .createTable(TABLE)
        .then(service.set(TABLE, TableSetting.EXPIRY, Expiry.after(AGE)))
        .block();
    var half = await(photos.append(photos.begin(PHOTO), buffers(part(photo, 0, 5 * CHUNK), 700)));
    now = now.plus(Duration.ofHours(1));
    await(photos.finish(half, rest(photo, half.position()), Replaces.ANYTHING));
  }

  @Test
  void aValueIsWholeUntilItsFirstChunkExpires() {
    now = now.plus(AGE).minus(Duration.ofMinutes(90));
    assertThat(joined(photos.read(PHOTO))).isEqualTo(photo);

    now = now.plus(Duration.ofHours(1));
    assertThatThrownBy(() -> await(photos.read(PHOTO)))
        .isInstanceOf(ServiceFailedException.class)
        .hasMessageContaining("value=damaged chunk=0 missing=true");
    assertThat(joined(photos.read(PHOTO, 7 * CHUNK, CHUNK)))
        .as("chunks that are there")
        .isEqualTo(part(photo, 7 * CHUNK, CHUNK));
  }

  @Test
  void aValueIsAbsentWhenItsHeadHasExpired() {
    now = now.plus(AGE).plus(Duration.ofHours(1));

    assertThatThrownBy(() -> await(photos.read(PHOTO))).isInstanceOf(NotFoundException.class);
    await(photos.put(PHOTO, buffers(photo, 700)));
    assertThat(joined(photos.read(PHOTO))).isEqualTo(photo);
  }
}
