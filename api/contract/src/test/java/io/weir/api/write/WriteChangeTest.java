package io.weir.api.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.weir.api.JointCommit;
import io.weir.api.Right;
import io.weir.api.TableName;
import io.weir.api.TableWrite;
import io.weir.api.edm.EdmBinary;
import io.weir.api.edm.EdmInt32;
import io.weir.api.edm.EdmString;
import io.weir.api.entity.ETag;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Limits;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.PreconditionFailedException;
import io.weir.api.filter.FilterParser;
import io.weir.api.write.PropertyOperation.Operator;
import java.util.Optional;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

final class WriteChangeTest {

  private static final EntityKey KEY = new EntityKey("p", "r");
  private static final PropertyOperation ADD = add("N");
  private static final IfMatch VERSION = IfMatch.version(ETag.ofTimestamp(4711));

  @Test
  void aChangeHasOneTo100Operations() {
    assertThat(Write.change(KEY, adds(1)).operations()).hasSize(1);
    assertThat(Write.change(KEY, adds(100)).operations()).hasSize(100);
    refused(ErrorCode.INVALID_INPUT, () -> Write.change(KEY));
    refused(ErrorCode.INVALID_INPUT, () -> Write.change(KEY, adds(101)));
  }

  @Test
  void aPropertyHasOneOperation() {
    refused(
        ErrorCode.DUPLICATE_PROPERTIES_SPECIFIED,
        () -> Write.change(KEY, ADD, PropertyOperation.remove("N")));
  }

  @Test
  void operationsAreReadFromTheirOperandsAndTexts() {
    var change = Write.change(
        KEY,
        ADD,
        PropertyOperation.remove("Old"),
        new PropertyOperation("Tags", Operator.APPEND, Optional.of(new EdmString("red")), ","));
    var texts = change.operations().stream().map(PropertyOperation::text).toList();

    assertThat(PropertyOperation.parseAll(change.operands(), texts)).isEqualTo(change.operations());
    refused(
        ErrorCode.INVALID_INPUT,
        () -> PropertyOperation.parseAll(change.operands(), texts.subList(0, 2)));
    refused(
        ErrorCode.INVALID_INPUT,
        () -> PropertyOperation.parseAll(Write.change(KEY, ADD).operands(), texts.subList(0, 2)));
  }

  @Test
  void aConditionHasUpTo8192Units() {
    var longest = "Name eq '" + "x".repeat(Write.Change.CONDITION_UNITS - 10) + "'";

    assertThat(Write.change(KEY, ADD).when(FilterParser.parse(longest)).weightBytes())
        .isGreaterThan(Write.Change.CONDITION_UNITS);
    refused(
        ErrorCode.INVALID_INPUT,
        () -> Write.change(KEY, ADD).when(FilterParser.parse(longest.replace("Name", "Name1"))));
  }

  @Test
  void defaultsAreOfTheKeyAndExcludeAVersion() {
    var defaults = Entity.builder("p", "r").set("N", 1).build().withTimestamp(5);

    assertThat(Write.change(KEY, ADD).orCreate(defaults).defaults())
        .contains(defaults.withTimestamp(0));
    refused(
        ErrorCode.INVALID_INPUT,
        () -> Write.change(KEY, ADD).orCreate(Entity.builder("p", "other").build()));
    refused(
        ErrorCode.INVALID_INPUT, () -> Write.change(KEY, ADD).ifMatch(VERSION).orCreate());
    assertThat(Write.change(KEY, ADD).orCreate().ifMatch(VERSION).defaults()).isEmpty();
  }

  @Test
  void operandsAndDefaultsTogetherAreAsLargeAsAnEntityMayBe() {
    var large = Entity.builder("p", "r");
    IntStream.range(0, 15).forEach(i -> large.set("D" + i, new byte[Limits.BINARY_BYTES]));
    var change = Write.change(KEY, bytes(8));

    assertThat(change.orCreate(large.build()).weightBytes())
        .isGreaterThan(23 * Limits.BINARY_BYTES);
    refused(ErrorCode.ENTITY_TOO_LARGE, () -> Write.change(KEY, bytes(10)).orCreate(large.build()));
  }

  @Test
  void theWeightIsAtLeastTheEncodedLength() {
    var change = Write.change(
        KEY, PropertyOperation.of("N", Operator.SET, new EdmString("€".repeat(1_000))));

    assertThat(change.weightBytes()).isGreaterThan(change.operands().encoded().length);
  }

  @Test
  void onlyAWriteWithoutOthersIsAnsweredWithEntities() {
    var asking = Write.change(KEY, ADD).answering(Write.Answer.AFTER);
    var table = new TableName("Birds");
    var other = new Write.Delete(new EntityKey("p", "other"), IfMatch.ANY);

    assertThat(refused(ErrorCode.INVALID_INPUT, () -> Batch.of(other, asking)).failedOperation())
        .isEqualTo(1);
    assertThat(refused(
                ErrorCode.INVALID_INPUT,
                () -> JointCommit.of(TableWrite.of(table, other), TableWrite.of(table, asking)))
            .failedOperation())
        .isEqualTo(1);
    refused(ErrorCode.INVALID_INPUT, () -> BulkLine.of(asking));
    var checked = JointCommit.of(
        TableWrite.absent(table, other.key()),
        TableWrite.of(table, asking),
        TableWrite.present(table, new EntityKey("p", "third"), IfMatch.ANY));
    assertThat(checked.operations()).hasSize(3);
  }

  @Test
  void aConditionAndAnAnswerTakeTheRightToQueryAndACreationThatToAdd() {
    var add = Write.change(KEY, ADD);

    assertThat(Right.of(add)).containsExactly(Right.UPDATE);
    assertThat(Right.of(add.orCreate())).containsExactlyInAnyOrder(Right.ADD, Right.UPDATE);
    assertThat(Right.of(add.answering(Write.Answer.AFTER)))
        .containsExactlyInAnyOrder(Right.QUERY, Right.UPDATE);
    assertThat(Right.of(add.when(FilterParser.parse("N gt 1"))))
        .containsExactlyInAnyOrder(Right.QUERY, Right.UPDATE);
  }

  @Test
  void aFailureTellsNoStoredValue() {
    var stored = Entity.builder("p", "r").set("N", Integer.MAX_VALUE).build();

    var overflow =
        refused(ErrorCode.OUT_OF_RANGE_INPUT, () -> Write.change(KEY, ADD).appliedTo(stored));
    var wrong = refused(
        ErrorCode.INVALID_VALUE_TYPE,
        () -> Write.change(KEY, ADD)
            .appliedTo(Entity.builder("p", "r").set("N", "secret").build()));

    assertThat(overflow.facts())
        .isEqualTo("property=N operation=add type=Edm.Int32 reason=overflow");
    assertThat(wrong.facts())
        .isEqualTo("property=N operation=add stored=Edm.String operand=Edm.Int32");
  }

  @Test
  void anEntityThatWasNeverStoredHasNoTimestampForACondition() {
    var change = Write.change(KEY, ADD).orCreate();

    assertThat(catchThrowableOfType(
            PreconditionFailedException.class,
            () -> change
                .when(FilterParser.parse("Timestamp lt datetime'2030-01-01T00:00:00Z'"))
                .appliedTo(null)))
        .hasMessageContaining("condition=false");
    assertThat(change
            .when(FilterParser.parse("PartitionKey eq 'p' and RowKey eq 'r'"))
            .appliedTo(null)
            .getInt32("N"))
        .contains(1);
  }

  private static PropertyOperation[] adds(int count) {
    return IntStream.range(0, count).mapToObj(i -> add("N" + i)).toArray(PropertyOperation[]::new);
  }

  private static PropertyOperation[] bytes(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> PropertyOperation.of(
            "N" + i, Operator.SET, new EdmBinary(new byte[Limits.BINARY_BYTES])))
        .toArray(PropertyOperation[]::new);
  }

  private static PropertyOperation add(String property) {
    return PropertyOperation.of(property, Operator.ADD, new EdmInt32(1));
  }

  private static InvalidRequestException refused(ErrorCode code, ThrowingCallable making) {
    var failure = catchThrowableOfType(InvalidRequestException.class, making);
    assertThat(failure).isNotNull();
    assertThat(failure.code()).as(failure.facts()).isEqualTo(code);
    return failure;
  }
}
