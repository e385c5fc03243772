package io.weir.server.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.TableName;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.TableServiceException;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ResourcePathTest {

  static Stream<Arguments> paths() {
    var people = new TableName("People");
    return Stream.of(
        Arguments.of("", new Resource.Service()),
        Arguments.of("/", new Resource.Service()),
        Arguments.of("/Tables", new Resource.Tables()),
        Arguments.of("/Tables/", new Resource.Tables()),
        Arguments.of("/tables()", new Resource.Tables()),
        Arguments.of("/Tables('People')", new Resource.TableEntry(people)),
        Arguments.of("/Tables(%27People%27)/", new Resource.TableEntry(people)),
        Arguments.of("/People", new Resource.Table(people)),
        Arguments.of("/People()", new Resource.Table(people)),
        Arguments.of("/People()/", new Resource.Table(people)),
        Arguments.of("/People(PartitionKey='a''b')/", new Resource.Partition(people, "a'b")),
        Arguments.of("/People(PartitionKey=%27%27)", new Resource.Partition(people, "")),
        Arguments.of("/$batch", new Resource.AccountAction("batch")),
        Arguments.of("/$batch/", new Resource.AccountAction("batch")),
        Arguments.of("/People/$bulk", new Resource.TableAction(people, "bulk")),
        Arguments.of("/People()/$count/", new Resource.TableAction(people, "count")),
        Arguments.of("/People(PartitionKey='',RowKey='')", entity("", "")),
        Arguments.of("/People(PartitionKey='a',RowKey='b')/", entity("a", "b")),
        Arguments.of(
            "/People(PartitionKey='a',RowKey='b')/$value",
            new Resource.ValueAt(people, new EntityKey("a", "b"), "")),
        Arguments.of(
            "/People(PartitionKey='a',RowKey='b')/$value/",
            new Resource.ValueAt(people, new EntityKey("a", "b"), "")),
        Arguments.of(
            "/People(PartitionKey='a',RowKey='b')/$value/ph%20oto",
            new Resource.ValueAt(people, new EntityKey("a", "b"), "ph oto")),
        Arguments.of("/People(RowKey='b',PartitionKey='a')", entity("a", "b")),
        Arguments.of("/People(PartitionKey='a''',RowKey='''')", entity("a'", "'")),
        Arguments.of(
            "/People(PartitionKey=%27a%27%27%27,RowKey=%27%2C%3D%29%27)", entity("a'", ",=)")),
        Arguments.of(
            "/People(PartitionKey='%F0%9F%98%80',RowKey='%C3%A9+')",
            entity("\ud83d\ude00", "\u00e9+")));
  }

  @ParameterizedTest
  @MethodSource("paths")
  void aPathNamesAResource(String rawPath, Resource expected) {
    assertThat(ResourcePath.parse(rawPath)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "/People( | InvalidInput",
        "/People(RowKey='a') | InvalidInput",
        "/People(PartitionKey='a' | InvalidInput",
        "/People(PartitionKey='a')/$value | InvalidInput",
        "/People(PartitionKey='a')/$count | InvalidInput",
        "/People(PartitionKey='a',RowKey='b' | InvalidInput",
        "/People(PartitionKey='a',RowKey='b | InvalidInput",
        "/People(PartitionKey='a',PartitionKey='b',RowKey='c') | InvalidInput",
        "/People(PartitionKey='a',RowKey='b',X='c') | InvalidInput",
        "/People(PartitionKey=a,RowKey=b) | InvalidInput",
        "/People(PartitionKey='a',RowKey='b')x | InvalidInput",
        "/People(PartitionKey='a',RowKey='b')/$values | InvalidInput",
        "/People(PartitionKey='a',RowKey='b')/$value/a/b | InvalidInput",
        "/People(PartitionKey='a',RowKey='b')/$other | InvalidInput",
        "/People/Other | InvalidInput",
        "/People// | InvalidInput",
        "/People(PartitionKey='a%2Fb',RowKey='c') | OutOfRangeInput",
        "/People(PartitionKey='%',RowKey='c') | InvalidInput",
        "/People(PartitionKey='%C3',RowKey='c') | InvalidInput",
        "/Tables('a') | OutOfRangeInput",
        "/Tables('a-b-c') | InvalidResourceName",
        "/Peo-ple | InvalidResourceName",
        "/Pe | OutOfRangeInput",
      })
  void anyOtherPathIsRefused(String rawPath, String code) {
    assertThatThrownBy(() -> ResourcePath.parse(rawPath))
        .isInstanceOfSatisfying(
            TableServiceException.class,
            failure -> assertThat(failure.code().code()).isEqualTo(code));
  }

  private static Resource entity(String partitionKey, String rowKey) {
    return new Resource.EntityAt(new TableName("People"), new EntityKey(partitionKey, rowKey));
  }
}
