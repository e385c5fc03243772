package io.weir.api.contract;

/** All cases for secondary indexes. */
public interface IndexContract
    extends IndexDefinitionContract,
        IndexedQueryContract,
        IndexOrderContract,
        UniqueIndexContract {}
