//! Writes tables as Parquet.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::errors::Result;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::{ColumnPath, Type};

use super::table::{Column, STATE, Table};

/// The number of rows that are compressed together.
const ROWS_PER_GROUP: usize = 1 << 16;

impl Table<'_> {
    /// The bytes of a file, with `prefix` after its magic number.
    pub(super) fn to_parquet(&self, prefix: &[u8]) -> Result<Vec<u8>> {
        let fields = self.columns.iter().map(|(name, column)| column.field(name).map(Arc::new));
        let schema =
            Type::group_type_builder("states").with_fields(fields.collect::<Result<_>>()?).build()?;
        let mut file = SerializedFileWriter::new(Vec::new(), Arc::new(schema), Arc::new(properties()))?;
        file.write_all(prefix)?;
        for start in (0..self.rows).step_by(ROWS_PER_GROUP) {
            let rows = start..self.rows.min(start + ROWS_PER_GROUP);
            let mut group = file.next_row_group()?;
            for (_, column) in &self.columns {
                if let Some(mut writer) = group.next_column()? {
                    column.write(rows.clone(), &mut writer)?;
                    writer.close()?;
                }
            }
            group.close()?;
        }
        for (name, text) in &self.notes {
            file.append_key_value_metadata(KeyValue::new((*name).to_owned(), text.to_string()));
        }
        file.into_inner()
    }
}

/// Without times and versions, so that equal tables give equal bytes.
fn properties() -> WriterProperties {
    WriterProperties::builder()
        .set_created_by("hstar".to_owned())
        .set_compression(Compression::SNAPPY)
        .set_statistics_enabled(EnabledStatistics::None)
        .set_offset_index_disabled(true)
        .set_column_dictionary_enabled(ColumnPath::from(STATE), false)
        .build()
}

impl Column<'_> {
    fn field(&self, name: &str) -> Result<Type> {
        let (physical, logical, repetition) = match self {
            Self::Text(_) => (Physical::BYTE_ARRAY, Some(LogicalType::String), Repetition::OPTIONAL),
            Self::Number(_) => (Physical::DOUBLE, None, Repetition::OPTIONAL),
            Self::Whole(_) => {
                let unsigned = LogicalType::Integer { bit_width: 64, is_signed: false };
                (Physical::INT64, Some(unsigned), Repetition::REQUIRED)
            }
            Self::Flag(_) => (Physical::BOOLEAN, None, Repetition::REQUIRED),
        };
        Type::primitive_type_builder(name, physical)
            .with_logical_type(logical)
            .with_repetition(repetition)
            .build()
    }

    fn write(&self, rows: Range<usize>, writer: &mut SerializedColumnWriter) -> Result<()> {
        match self {
            Self::Text(texts) => {
                let bytes = |text: &Cow<str>| ByteArray::from(&**text);
                write_optional::<ByteArrayType, _>(&texts[rows], bytes, writer)
            }
            Self::Number(numbers) => {
                write_optional::<DoubleType, _>(&numbers[rows], |&number| number, writer)
            }
            Self::Whole(numbers) => {
                let numbers: Vec<i64> = numbers[rows].iter().map(|number| number.cast_signed()).collect();
                writer.typed::<Int64Type>().write_batch(&numbers, None, None).map(|_| ())
            }
            Self::Flag(flags) => writer.typed::<BoolType>().write_batch(&flags[rows], None, None).map(|_| ()),
        }
    }
}

fn write_optional<T: DataType, V>(
    values: &[Option<V>],
    convert: impl Fn(&V) -> T::T,
    writer: &mut SerializedColumnWriter,
) -> Result<()> {
    let present: Vec<T::T> = values.iter().flatten().map(convert).collect();
    let levels: Vec<i16> = values.iter().map(|value| i16::from(value.is_some())).collect();
    writer.typed::<T>().write_batch(&present, Some(&levels), None).map(|_| ())
}
