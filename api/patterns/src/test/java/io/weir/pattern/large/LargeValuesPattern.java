package io.weir.pattern.large;

import static io.weir.pattern.PatternDoor.await;
import static io.weir.pattern.large.LargeContent.CHUNK;
import static io.weir.pattern.large.LargeContent.PHOTO;
import static io.weir.pattern.large.LargeContent.append;
import static io.weir.pattern.large.LargeContent.buffers;
import static io.weir.pattern.large.LargeContent.bytes;
import static io.weir.pattern.large.LargeContent.joined;
import static io.weir.pattern.large.LargeContent.later;
import static io.weir.pattern.large.LargeContent.part;
import static io.weir.pattern.large.LargeContent.photoOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ConflictException;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.PreconditionFailedException;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.error.ServiceFailedException;
import io.weir.api.write.Batch;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.api.write.WriteResult;
import io.weir.pattern.KilledProgram;
import io.weir.pattern.PatternDoor;
import io.weir.testkit.CoreTables;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/**
 * Large entities: the photo of an employee is larger than an entity may be.
 * {@link LargeUploadsPattern} has uploads that are interrupted.
 */
public interface LargeValuesPattern extends PatternDoor {

  @Test
  default void aPhotoIsWrittenAndReadAsAStream() {
    var employees = table("Employees");
    var photo = bytes(5_000_000);

    // snippet
    var photos = LargeValues.of(weir(), employees);
    var key = new EntityKey("Sales", "000223!photo");

    var stored = photos.put(key, buffers(photo, 100_000));
    var read = stored.thenMany(photos.read(key));
    var thumbnail = stored.thenMany(photos.read(key, 1_000_000, 4_096));
    // end of snippet

    assertThat(joined(read)).isEqualTo(photo);
    assertThat(joined(thumbnail)).isEqualTo(part(photo, 1_000_000, 4_096));
    var head = await(photos.find(key));
    assertThat(head.lengthBytes()).isEqualTo(5_000_000);
    assertThat(head.sha256()).hasSize(64);
  }

  @Test
  default void aValueOfAnyLengthIsReadAsItWasWritten() {
    var photos = photos();

    for (var length : List.of(0, 1, 999, 1_000, 1_001, 2_999, 3_000, 3_001, 6_000, 10_000)) {
      await(photos.put(PHOTO, buffers(bytes(length), 700)));

      assertThat(joined(photos.read(PHOTO))).as("length " + length).isEqualTo(bytes(length));
    }
  }

  @Test
  default void aPartIsReadFromAnyPosition() {
    var photos = photos();
    await(photos.put(PHOTO, buffers(bytes(3_500), 3_500)));

    for (var position : List.of(0, 1, 999, 1_000, 2_500)) {
      for (var length : List.of(0, 1, 999, 1_000)) {
        assertThat(joined(photos.read(PHOTO, position, length)))
            .as(position + " + " + length)
            .isEqualTo(part(bytes(3_500), position, length));
      }
    }
    assertThatThrownBy(() -> joined(photos.read(PHOTO, 2_501, 1_000)))
        .isInstanceOf(InvalidRequestException.class);
    assertThatThrownBy(() -> joined(photos.read(PHOTO, -1, 1)))
        .isInstanceOf(InvalidRequestException.class);
  }

  @Test
  default void anAbsentValueIsNotFound() {
    var photos = photos();

    assertThat(photos.find(PHOTO).blockOptional(PATIENCE)).isEmpty();
    assertThatThrownBy(() -> joined(photos.read(PHOTO))).isInstanceOf(NotFoundException.class);
  }

  @Test
  default void onlyAnExistingValueIsReplacedIfSoWished() {
    var photos = photos();

    assertThatThrownBy(() -> await(photos.put(PHOTO, buffers(bytes(10), 10), Replaces.EXISTING)))
        .isInstanceOf(PreconditionFailedException.class);
    await(photos.put(PHOTO, buffers(bytes(10), 10)));
    await(photos.put(PHOTO, buffers(bytes(20), 10), Replaces.EXISTING));
    assertThat(joined(photos.read(PHOTO))).hasSize(20);
  }

  @Test
  default void aBusyServiceMakesTheContentWait() {
    var refusals = new AtomicLong(3);
    var busy = new CoreTables(weir()) {
      @Override
      public Mono<List<WriteResult>> submit(TableName table, Batch batch) {
        return refusals.decrementAndGet() >= 0
            ? Mono.error(new ServiceBusyException("reason=test"))
            : super.submit(table, batch);
      }
    };
    var photos = LargeValues.of(busy, table("Employees")).withChunkBytes(CHUNK);

    await(photos.put(PHOTO, buffers(bytes(4_500), 700)));

    assertThat(joined(photos.read(PHOTO))).isEqualTo(bytes(4_500));
  }

  @Test
  default void anotherDigestFailsBeforeTheLastBuffer() {
    var employees = table("Employees");
    var photos = LargeValues.of(weir(), employees).withChunkBytes(CHUNK);
    await(photos.put(PHOTO, buffers(bytes(2_500), 700)));
    var head = Entity.builder(PHOTO.partitionKey(), PHOTO.rowKey()).set("Sha256", "00".repeat(32));
    weir()
        .write(employees, new Write.Update(head.build(), WriteMode.MERGE, IfMatch.ANY))
        .block(PATIENCE);

    StepVerifier.create(photos.read(PHOTO).map(ByteBuffer::remaining))
        .expectNext(1_000, 1_000)
        .expectErrorMatches(failure -> failure.getMessage().contains("value=damaged sha256=other"))
        .verify(PATIENCE);
  }

  @Test
  default void aConditionDecidesWhatIsReplaced() {
    var photos = photos();
    var first = await(photos.put(PHOTO, buffers(bytes(10), 10), Replaces.NOTHING));

    assertThatThrownBy(() -> await(photos.put(PHOTO, buffers(bytes(20), 10), Replaces.NOTHING)))
        .isInstanceOf(ConflictException.class);
    await(photos.put(PHOTO, buffers(bytes(4_000), 10), Replaces.version(first.version())));
    assertThatThrownBy(() ->
            await(photos.put(PHOTO, buffers(bytes(20), 10), Replaces.version(first.version()))))
        .isInstanceOf(PreconditionFailedException.class);
    assertThat(joined(photos.read(PHOTO))).isEqualTo(bytes(4_000));
  }

  @Test
  default void concurrentWritersLeaveOneWholeValue() {
    var employees = table("Employees");
    var photos = LargeValues.of(weir(), employees).withChunkBytes(CHUNK);

    var lengths = Flux.range(1, 8).map(i -> i * 1_700);
    lengths
        .flatMap(length -> photos.put(PHOTO, buffers(bytes(length), 500)), 8)
        .blockLast(PATIENCE);

    var read = joined(photos.read(PHOTO));
    assertThat(await(lengths)).contains(read.length);
    assertThat(read).isEqualTo(bytes(read.length));
    assertThat(rows(employees)).hasSize(1 + (read.length + CHUNK - 1) / CHUNK);
  }

  @Test
  default void aReaderOfAReplacedValueFailsClearly() {
    var photos = LargeValues.of(weir(), table("Employees")).withChunkBytes(200_000);
    await(photos.put(PHOTO, buffers(bytes(16_000_000), 600_000)));

    StepVerifier.create(photos.read(PHOTO).concatMap(Mono::just, 1), 1)
        .expectNextCount(1)
        .then(() -> await(photos.put(PHOTO, buffers(bytes(10), 10))))
        .thenRequest(Long.MAX_VALUE)
        .thenConsumeWhile(buffer -> true)
        .verifyErrorSatisfies(failure -> assertThat(failure)
            .isInstanceOf(PreconditionFailedException.class)
            .hasMessageContaining("value=replacedDuringRead"));
  }

  @Test
  default void aReaderOfAKeptValueFinishesIt() {
    var employees = table("Employees");
    var photos = LargeValues.of(weir(), employees).withChunkBytes(CHUNK).keepingReplaced();
    await(photos.put(PHOTO, buffers(bytes(200_000), 5_000)));

    var read = new ByteArrayOutputStream();
    StepVerifier.create(photos.read(PHOTO).doOnNext(buffer -> append(read, buffer)), 1)
        .expectNextCount(1)
        .then(() -> await(photos.put(PHOTO, buffers(bytes(10), 10))))
        .thenRequest(Long.MAX_VALUE)
        .thenConsumeWhile(buffer -> true)
        .expectComplete()
        .verify(PATIENCE);

    assertThat(read.toByteArray()).isEqualTo(bytes(200_000));
    assertThat(await(photos.withClock(later()).collect("Sales", Duration.ofDays(1))))
        .isOne();
    assertThat(rows(employees)).hasSize(2);
  }

  @Test
  default void aDeletedValueLeavesNoRow() {
    var employees = table("Employees");
    var photos = LargeValues.of(weir(), employees).withChunkBytes(CHUNK);
    var stored = await(photos.put(PHOTO, buffers(bytes(5_000), 500)));

    photos.delete(stored).block(PATIENCE);

    assertThat(rows(employees)).isEmpty();
    assertThatThrownBy(() -> photos.delete(stored).block(PATIENCE))
        .isInstanceOf(NotFoundException.class);
  }

  @Test
  default void aDamagedOrMissingChunkIsFound() {
    var employees = table("Employees");
    var photos = LargeValues.of(weir(), employees).withChunkBytes(CHUNK);
    await(photos.put(PHOTO, buffers(bytes(2_000), 500)));
    var chunk =
        await(weir().query(employees, Query.ALL.where("RowKey gt '~chunk'")).next());

    var damaged = Entity.builder(chunk.partitionKey(), chunk.rowKey()).set("D0", bytes(1_000));
    weir()
        .write(employees, new Write.Update(damaged.build(), WriteMode.MERGE, IfMatch.ANY))
        .block(PATIENCE);
    assertThat(joined(photos.read(PHOTO))).as("the same bytes").isEqualTo(bytes(2_000));

    var other = Entity.builder(chunk.partitionKey(), chunk.rowKey()).set("D0", new byte[1_000]);
    weir()
        .write(employees, new Write.Update(other.build(), WriteMode.MERGE, IfMatch.ANY))
        .block(PATIENCE);
    assertThatThrownBy(() -> joined(photos.read(PHOTO, 0, 1)))
        .isInstanceOf(ServiceFailedException.class)
        .hasMessageContaining("value=damaged chunk=0");

    weir().write(employees, new Write.Delete(chunk.key(), IfMatch.ANY)).block(PATIENCE);
    assertThatThrownBy(() -> joined(photos.read(PHOTO)))
        .isInstanceOf(ServiceFailedException.class)
        .hasMessageContaining("value=damaged chunk=0 missing=true");
  }

  @Test
  default void contentIsRequestedOnlyAsItIsStored() {
    var silent = new CoreTables(weir()) {
      @Override
      public Mono<List<WriteResult>> submit(TableName table, Batch batch) {
        return Mono.never();
      }
    };
    var photos = LargeValues.of(silent, table("Employees")).withChunkBytes(CHUNK);
    var requested = new AtomicLong();
    var content = buffers(bytes(300_000), 3_000).doOnRequest(requested::addAndGet);

    var storing = photos.put(PHOTO, content).subscribe();

    assertThat(requested.get()).as("buffers of one batch each").isBetween(1L, 2L);
    storing.dispose();
  }

  @Test
  default void aProgramThatDiesAtAnyStepLeavesTheOldValueOrTheNewOne() {
    var employees = table("Employees");
    var photos = LargeValues.of(weir(), employees).withChunkBytes(CHUNK);
    var before = bytes(4_500);
    var after = bytes(7_200);

    var runs = KilledProgram.everywhere(
        weir(),
        (tables, run) -> {
          await(photos.put(photoOf(run), buffers(before, 500)));
          return LargeValues.of(tables, employees)
              .withChunkBytes(CHUNK)
              .put(photoOf(run), buffers(after, 500));
        },
        run -> {
          assertThat(joined(photos.read(photoOf(run)))).as(run).isIn(before, after);
          await(photos.withClock(later()).collect(run, Duration.ofDays(1)));
          var length = joined(photos.read(photoOf(run))).length;
          assertThat(
                  await(weir().query(employees, Query.ALL.where("PartitionKey eq '" + run + "'"))))
              .as(run)
              .hasSize(1 + (length + CHUNK - 1) / CHUNK);
        });

    assertThat(runs).isGreaterThanOrEqualTo(14);
  }

  private LargeValues photos() {
    return LargeValues.of(weir(), table("Employees")).withChunkBytes(CHUNK);
  }

  private List<String> rows(TableName table) {
    return await(weir().query(table, Query.ALL).map(Entity::rowKey));
  }
}
