package io.weir.hbase;

import io.weir.hbase.protocol.Columns;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hbase.InvalidFamilyOperationException;
import org.apache.hadoop.hbase.NamespaceDescriptor;
import org.apache.hadoop.hbase.NamespaceExistException;
import org.apache.hadoop.hbase.TableExistsException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncAdmin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.CoprocessorDescriptor;
import org.apache.hadoop.hbase.client.CoprocessorDescriptorBuilder;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.apache.hadoop.hbase.util.Bytes;
import reactor.core.publisher.Mono;

/**
 * HBase's tables of a store, and their creation. Any thread.
 *
 * <p>The tables force the write-ahead log: a mutation is acknowledged when three data nodes have it
 * on disk. Regions of the table of entities split only before a zero byte, which is after a
 * PartitionKey.
 */
final class StoreSchema {

  /** Named by text, because a gateway does not have the classes of region servers. */
  static final String COPROCESSOR = "io.weir.hbase.region.EntityCoprocessor";

  private static final String SETTINGS = "s";

  private static final String SPLIT_RESTRICTION =
      "hbase.regionserver.region.split_restriction.type";
  private static final String SPLIT_DELIMITER =
      "hbase.regionserver.region.split_restriction.delimiter";

  private final String namespace;
  private final Optional<String> regionJar;

  StoreSchema(HBaseOptions options) {
    this.namespace = options.namespace();
    this.regionJar = options.regionJar();
  }

  TableName entities() {
    return TableName.valueOf(namespace, "entities");
  }

  TableName catalog() {
    return TableName.valueOf(namespace, "catalog");
  }

  /**
   * Creates the namespace and the tables that are absent. Another gateway may do so at the same
   * time.
   */
  Mono<Void> create(AsyncAdmin admin) {
    return createNamespace(admin)
        .then(createTable(admin, catalogDescriptor()))
        .then(addSettings(admin))
        .then(Mono.fromCallable(this::entitiesDescriptor))
        .flatMap(entities -> createTable(admin, entities));
  }

  private Mono<Void> createNamespace(AsyncAdmin admin) {
    return Mono.fromFuture(admin::listNamespaces)
        .filter(names -> !names.contains(namespace))
        .flatMap(names -> Mono.fromFuture(
            () -> admin.createNamespace(NamespaceDescriptor.create(namespace).build())))
        .onErrorResume(NamespaceExistException.class, exists -> Mono.empty());
  }

  private static Mono<Void> createTable(AsyncAdmin admin, TableDescriptor table) {
    return Mono.fromFuture(() -> admin.tableExists(table.getTableName()))
        .filter(exists -> !exists)
        .flatMap(absent -> Mono.fromFuture(() -> admin.createTable(table)))
        .onErrorResume(TableExistsException.class, exists -> Mono.empty());
  }

  /** A store that was created before there were settings has no family for them. */
  private Mono<Void> addSettings(AsyncAdmin admin) {
    return Mono.fromFuture(() -> admin.getDescriptor(catalog()))
        .filter(table -> !table.hasColumnFamily(Bytes.toBytes(SETTINGS)))
        .flatMap(table -> Mono.fromFuture(
            () -> admin.addColumnFamily(catalog(), ColumnFamilyDescriptorBuilder.of(SETTINGS))))
        .onErrorResume(InvalidFamilyOperationException.class, exists -> Mono.empty());
  }

  private TableDescriptor catalogDescriptor() {
    return TableDescriptorBuilder.newBuilder(catalog())
        .setColumnFamily(ColumnFamilyDescriptorBuilder.of("c"))
        .setColumnFamily(ColumnFamilyDescriptorBuilder.of("d"))
        .setColumnFamily(ColumnFamilyDescriptorBuilder.of(SETTINGS))
        .setDurability(Durability.FSYNC_WAL)
        .build();
  }

  TableDescriptor entitiesDescriptor() throws IOException {
    return TableDescriptorBuilder.newBuilder(entities())
        .setColumnFamily(family(Columns.entities()).build())
        .setColumnFamily(family(Columns.requests())
            .setTimeToLive((int) Columns.REQUESTS_KEPT.toSeconds())
            .setBloomFilterType(BloomType.ROWCOL)
            .build())
        .setDurability(Durability.FSYNC_WAL)
        .setValue(SPLIT_RESTRICTION, "DelimitedKeyPrefix")
        .setValue(SPLIT_DELIMITER, "\0")
        .setCoprocessor(coprocessor())
        .build();
  }

  private static ColumnFamilyDescriptorBuilder family(byte[] name) {
    return ColumnFamilyDescriptorBuilder.newBuilder(name).setMaxVersions(1);
  }

  private CoprocessorDescriptor coprocessor() {
    var descriptor = CoprocessorDescriptorBuilder.newBuilder(COPROCESSOR);
    regionJar.ifPresent(descriptor::setJarPath);
    return descriptor.build();
  }
}
